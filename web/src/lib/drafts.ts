const kinds = ['campaign', 'order'] as const
const start = (kind: (typeof kinds)[number]) => `dooryard.${kind}-draft.`

/** The key that a draft is kept under in the browser; `of` says whose it is, and of what. */
export const draftKey = (kind: (typeof kinds)[number], ...of: string[]) => start(kind) + of.join('.')

/** Leaves no draft in this browser, whoever's it is: somebody else may sit here next. */
export function forgetDrafts() {
  try {
    for (const storage of [localStorage, sessionStorage])
      for (const key of Object.keys(storage))
        if (kinds.some((kind) => key.startsWith(start(kind)))) storage.removeItem(key)
  } catch {
    // Without storage nothing was kept.
  }
}
