"""How the exported page looks: on a screen, on a projector from the back of the hall, on A4."""

from __future__ import annotations

from typing import Final

STYLE: Final = """
:root{--ink:#1f2d3a;--muted:#6b7780;--teal:#1f5a66;--band:#e3f0f2;--line:#c3cdd2;--red:#b3261e}
*{box-sizing:border-box}
html{font-size:clamp(14px,.55vw + 9px,26px);scroll-behavior:smooth;scroll-padding-top:1rem}
body{margin:0;color:var(--ink);background:#fff;
font-family:"Microsoft YaHei","PingFang SC","Noto Sans CJK SC","Source Han Sans SC","WenQuanYi Zen Hei",sans-serif;
line-height:1.45;font-variant-numeric:tabular-nums}
header{background:var(--teal);color:#fff;padding:1.1rem 1.6rem}
h1{font-size:1.7rem;margin:0;letter-spacing:.04em}
header p{margin:.25rem 0 .7rem;opacity:.9}
nav{display:flex;flex-wrap:wrap;gap:.4rem}
nav a{color:#fff;text-decoration:none;border:1px solid rgba(255,255,255,.55);border-radius:.3rem;padding:.1rem .7rem}
nav a:hover,nav a:focus{background:#fff;color:var(--teal)}
main{padding:0 1.6rem 2rem}
section{margin-top:1.8rem;overflow-x:auto}
h2{font-size:1.3rem;color:var(--teal);text-align:center;margin:0 0 .6rem}
table{border-collapse:collapse;margin:0 auto}
th{background:var(--teal);color:#fff;font-weight:600;padding:.35rem .6rem;border:1px solid var(--teal)}
th{white-space:nowrap}
td{padding:.3rem .6rem;border:1px solid var(--line);text-align:center;white-space:nowrap}
tbody tr:nth-child(even) td{background:#f5f8f9}
td.left{text-align:left}
td.right{text-align:right}
td.club{color:var(--muted);font-size:.85em}
.clubless .club,.printed{display:none}
td.points{color:var(--muted)}
td.board,td.number{color:var(--muted)}
table.round{width:100%;max-width:72rem;font-size:1.15rem}
table.round td.name{font-weight:600;min-width:8em}
table.round td.winner,tbody tr:nth-child(even) td.winner{background:var(--band);color:var(--teal)}
td.result{font-weight:700;min-width:4.5em}
td.open,tbody tr:nth-child(even) td.open{background:#fff2b8}
tr.resting td{color:var(--muted)}
table.standings td.place,table.standings td.main,table.cross td.place{font-weight:700}
table.standings td.name{font-weight:600}
td.red{color:var(--red)}
td.none{color:var(--muted)}
td.own,tbody tr:nth-child(even) td.own{background:var(--line)}
table.standings tr.medal1 td,table.standings tbody tr.medal1:nth-child(even) td{background:#fbe7a8}
table.standings tr.medal2 td,table.standings tbody tr.medal2:nth-child(even) td{background:#e6ebee}
table.standings tr.medal3 td,table.standings tbody tr.medal3:nth-child(even) td{background:#f3dbc6}
table.bracket{border-collapse:separate;border-spacing:0}
table.bracket td,table.bracket tbody tr:nth-child(even) td{border:0;background:none;text-align:left;min-width:6em}
table.bracket td.b,table.bracket tbody tr:nth-child(even) td.b{border-bottom:1.5px solid var(--ink)}
table.bracket td.r,table.bracket tbody tr:nth-child(even) td.r{border-right:1.5px solid var(--ink)}
table.bracket td.h{color:var(--teal);font-weight:600;padding-top:1em}
table.bracket td.c{font-weight:700}
tr.gone td{color:var(--muted);font-style:italic}
@page{size:A4 landscape;margin:10mm}
@media print{
html{font-size:11px}
header{display:none}
.printed{display:inline}
main{padding:0}
section{margin:0;overflow:visible;break-after:page}
section:last-child{break-after:auto}
thead{display:table-header-group}
tr{break-inside:avoid}
*{-webkit-print-color-adjust:exact;print-color-adjust:exact}
}
"""
