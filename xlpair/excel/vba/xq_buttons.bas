Attribute VB_Name = "xq_buttons"
Option Explicit
' The macros behind the buttons, and what a cell shows when Python cannot be reached.
'
' ASCII only: VBA keeps its source in the code page of the computer it was written on. Chinese comes from the captions
' of the buttons, from the very hidden sheet xlpair.text and from Python.

Private Const TextSheet As String = "xlpair.text"
Private Const OwnErrors As String = "xlpair.errors."
Private Const LastTextRow As Long = 200
Private Const TextKey As Long = 1
Private Const TextValue As Long = 2
Private Const HelpName As Long = 4
Private Const HelpCategory As Long = 5
Private Const HelpText As Long = 6
Private Const HelpFirstArgument As Long = 7

Public Sub XqPair()
    PressButton "pair"
End Sub

Public Sub XqUndo()
    PressButton "undo"
End Sub

Public Sub XqCheck()
    PressButton "check"
End Sub

Public Sub XqRefresh()
    PressButton "refresh"
End Sub

Public Sub XqExplain()
    PressButton "explain"
End Sub

Public Sub XqRate()
    PressButton "rate"
End Sub

Public Sub XqRestart()
    ' Python keeps what it has imported: after an update of xlpair it has to be started anew.
    #If Mac Then
        XqTell XqText("restart_mac")
    #Else
        On Error GoTo Failed
        KillPy
        Application.CalculateFull
        XqTell XqText("restarted")
        Exit Sub
Failed:
        XqTell XqReason(Err.Description)
    #End If
End Sub

Public Sub XqRegister()
    ' Gives the function wizard its texts, as xlwings' import of functions would. They are kept in the file when saved.
    Dim TableRow As Long
    Dim Reason As String
    Dim Help As Worksheet
    On Error GoTo Failed
    Set Help = ThisWorkbook.Worksheets(TextSheet)
    For TableRow = 1 To LastTextRow
        If Help.Cells(TableRow, HelpName).Value = "" Then Exit For
        RegisterFunction Help, TableRow
    Next TableRow
    XqTell XqText("registered")
    Exit Sub
Failed:
    Reason = Err.Description
    XqTell XqText("not_registered") & " (" & Reason & ")"
End Sub

Private Sub RegisterFunction(ByVal Help As Worksheet, ByVal TableRow As Long)
    Dim Count As Long
    Dim Place As Long
    Dim Arguments() As String
    Do While Help.Cells(TableRow, HelpFirstArgument + Count).Value <> ""
        Count = Count + 1
    Loop
    ReDim Arguments(1 To Count)
    For Place = 1 To Count
        Arguments(Place) = Help.Cells(TableRow, HelpFirstArgument + Place - 1).Value
    Next Place
    Application.MacroOptions Macro:=Help.Cells(TableRow, HelpName).Value, _
        Description:=Help.Cells(TableRow, HelpText).Value, _
        Category:=Help.Cells(TableRow, HelpCategory).Value, _
        ArgumentDescriptions:=Arguments
End Sub

Public Sub XqSaveCopy(ByVal FileName As String)
    ' Called by Python where it has no other way to have a copy of what is on the screen (Mac).
    ThisWorkbook.SaveCopyAs FileName
End Sub

Private Sub PressButton(ByVal Target As String)
    Dim Command As String
    Command = "import xlpair.excel.buttons; xlpair.excel.buttons." & Target & "()"
    #If Mac Then
        RunPython Command
    #Else
        ' Python puts these back itself; should it die half way, Excel must not stay without screen or calculation.
        Dim Calculating As Long
        Dim Reason As String
        Calculating = Application.Calculation
        On Error GoTo Failed
        ' What RunPython does with USE UDF SERVER, but for its own message in English where Python breaks off.
        XLPy.SetAttr XLPy.Module("xlwings._xlwindows"), "BOOK_CALLER", ThisWorkbook
        XLPy.Exec Command
        PutBack Calculating
        Exit Sub
Failed:
        Reason = Err.Description
        PutBack Calculating
        XqTell XqReason(Reason)
    #End If
End Sub

Private Sub PutBack(ByVal Calculating As Long)
    Application.ScreenUpdating = True
    If Application.Calculation <> Calculating Then Application.Calculation = Calculating
End Sub

Public Function XqFailed(ByVal Reason As String) As Variant
    ' What a function gives when Python cannot be reached: one sentence, in the first cell of its block.
    Dim Block() As Variant
    Dim Down As Long
    Dim Across As Long
    Dim BlockRow As Long
    Dim BlockColumn As Long
    On Error Resume Next
    Down = Application.Caller.Rows.Count
    Across = Application.Caller.Columns.Count
    On Error GoTo 0
    If Down < 1 Then Down = 1
    If Across < 1 Then Across = 1
    ReDim Block(1 To Down, 1 To Across)
    For BlockRow = 1 To Down
        For BlockColumn = 1 To Across
            Block(BlockRow, BlockColumn) = ""
        Next BlockColumn
    Next BlockRow
    Block(1, 1) = XqReason(Reason)
    XqFailed = Block
End Function

Public Function XqReason(ByVal Reason As String) As String
    ' An error of xlwings or Python as a sentence for an arbiter, its last line behind it for who is asked to help.
    Dim Key As String
    Dim Last As String
    Dim Lines() As String
    Key = "no_python"
    If InStr(Reason, "Could not load") > 0 Then Key = "no_library"
    If InStr(Reason, "No module named") > 0 Then Key = "no_package"
    Reason = Replace(Replace(Reason, vbCrLf, vbLf), vbCr, vbLf)
    Do While Right$(Reason, 1) = vbLf
        Reason = Left$(Reason, Len(Reason) - 1)
    Loop
    If Reason = "" Then
        XqReason = XqText(Key)
        Exit Function
    End If
    Lines = Split(Reason, vbLf)
    Last = Lines(UBound(Lines))
    If Left$(Last, Len(OwnErrors)) = OwnErrors And InStr(Last, ": ") > 0 Then
        ' Python was reached and says in plain words what is wrong.
        XqReason = Mid$(Last, InStr(Last, ": ") + 2)
    Else
        XqReason = XqText(Key) & " (" & Last & ")"
    End If
End Function

Public Function XqText(ByVal Key As String) As String
    Dim TableRow As Long
    Dim Texts As Worksheet
    XqText = Key
    On Error Resume Next
    Set Texts = ThisWorkbook.Worksheets(TextSheet)
    On Error GoTo 0
    If Texts Is Nothing Then Exit Function
    For TableRow = 1 To LastTextRow
        If Texts.Cells(TableRow, TextKey).Value = "" Then Exit For
        If Texts.Cells(TableRow, TextKey).Value = Key Then
            XqText = Texts.Cells(TableRow, TextValue).Value
            Exit Function
        End If
    Next TableRow
End Function

Private Sub XqTell(ByVal Text As String)
    #If Mac Then
        MsgBox Text, vbInformation, XqText("title")
    #Else
        ' MsgBox would lose Chinese on a Windows of another language.
        WScript.Popup Text, 0, XqText("title"), vbInformation
    #End If
End Sub
