"""The desktop through the portals RemoteDesktop and ScreenCast, which GNOME and KDE offer.

The person permits it in a dialog of the desktop's. Needs jeepney, of the extra ``wayland``, and
libpipewire, which every desktop with these portals has. No other module of ours loads them.

    pods         the values in which PipeWire writes its parameters
    libpipewire  declares what is used of the C library
    stream       the pictures of one monitor, and where the pointer is in them
    requests     asks the portals over D-Bus
    session      what the person has permitted: streams, and input
    screen       its pictures
    mouse        its mouse, and the sentry that notices the player's hand
    permission   remembers that it was permitted, where the portal offers that
"""
