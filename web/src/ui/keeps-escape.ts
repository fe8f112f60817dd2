/**
 * For a box that has a use for the Escape key itself, while it has: the drawer or dialog around it, which hears keys
 * before anything within it does, then stays open.
 */
export const keepsEscape = (isWanted: boolean) => ({ 'data-mantine-stop-propagation': isWanted || undefined })
