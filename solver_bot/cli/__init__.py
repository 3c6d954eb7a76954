"""The command line, with one module for each command. Only this package parses arguments.

Importing a command loads no library but click, and no module of ours that loads one. Running it
does.

    main           the group of all commands
    endings        Ctrl-C and the signals that end programs, handled from the start
    streams        standard streams that survive closed pipes and limited encodings
    exit_codes     the numbers that commands end with
    options        options that commands share, and how a command fails
    waiting        waits for the compiled solver and shows its progress
    pictures       pictures as arguments, and the boards in each of them
    report         problems with pictures and boards, printed as they are found
    advice         advice for a board in words
    session        the result of a session of ``play`` or ``demo``
    json_output    boards, advice and skins as plain values for JSON

The other modules are commands, except ``simulate_output``, which prints for ``simulate``.
"""
