"""The command line, a module a command: the only place that parses arguments and prints.

Importing a command loads neither libraries nor other rooms; it does when it runs.

    main           the group of all commands
    endings        Ctrl-C and the signals that end programs, from the first moment on
    streams        standard streams that bear a closed pipe and few characters
    options        exit codes, options that commands share, how a failure ends
    waiting        waits for the compiled solver, and shows how far it is
    pictures       pictures as arguments, and the boards in each
    report         what went wrong with each, said as it happens
    advice         advice for a board in words
    session        how the games of ``play`` and ``demo`` went
    json_output    boards, advice and skins as plain values

The rest are commands.
"""
