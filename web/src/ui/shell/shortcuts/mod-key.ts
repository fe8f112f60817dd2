const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** The name of the key that shortcuts are pressed with. */
export const modKey = isMac ? '⌘' : 'Ctrl'

/** A shortcut in a hint: `⌘B` or `Ctrl B`. */
export const formatShortcut = (key: string) => (isMac ? `⌘${key}` : `Ctrl ${key}`)
