#!/usr/bin/env bash
# Bring a bare Debian 12 machine to what the tests need: LibreOffice 25.2 or later (Calc and the PDF export),
# Chinese fonts, poppler, a screen nobody sits at and hands for it (Xvfb, xdotool). LibreOffice comes from
# bookworm-backports: the suite is added to the sources that are present, so a mirror keeps working.
set -euo pipefail

wanted=25.2
calc_version() { dpkg-query -W -f='${Version}' libreoffice-calc 2>/dev/null | sed 's/^[0-9]*://' || true; }
has() { command -v "$1" >/dev/null; }
ready() {
  local version
  version=$(calc_version)
  [ -n "$version" ] && dpkg --compare-versions "$version" ge "$wanted" \
    && has pdftoppm && has Xvfb && has xdotool && python3 -c "import ensurepip" 2>/dev/null && fc-list :lang=zh | grep -q .
}
add_backports() {
  local file
  grep -rqs '^[^#]*bookworm-backports' /etc/apt/sources.list /etc/apt/sources.list.d && return
  for file in /etc/apt/sources.list.d/*.sources; do
    if grep -qs '^Suites:.*bookworm-updates' "$file"; then
      sed -i '/^Suites:.*bookworm-updates/s/$/ bookworm-backports/' "$file"
      return
    fi
  done
  for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
    if grep -qsE '^deb .* bookworm main' "$file"; then
      grep -E '^deb .* bookworm main' "$file" | head -n 1 | sed 's/ bookworm main.*/ bookworm-backports main/' >> "$file"
      return
    fi
  done
  echo "no Debian 12 source found to add bookworm-backports to" >&2
  exit 1
}

ready && exit 0
export DEBIAN_FRONTEND=noninteractive
add_backports
apt-get update -q
apt-get install -qy --no-install-recommends fonts-noto-cjk poppler-utils fontconfig python3-venv xvfb xdotool
apt-get install -qy --no-install-recommends -t bookworm-backports libreoffice-calc python3-uno
ready || { echo "LibreOffice $wanted or later, Chinese fonts, pdftoppm, Xvfb or xdotool are still missing" >&2; exit 1; }
