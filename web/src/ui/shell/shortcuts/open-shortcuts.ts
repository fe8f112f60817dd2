export const openShortcutsEvent = 'dooryard:open-shortcuts'

/** Opens the list of shortcuts, from anywhere in the portal. */
export const openShortcuts = () => window.dispatchEvent(new Event(openShortcutsEvent))
