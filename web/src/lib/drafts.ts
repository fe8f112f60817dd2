// The palette's recent items may name customers, so they go with the drafts.
const kinds = ['campaign', 'order', 'palette'] as const
const getKeyPrefix = (kind: (typeof kinds)[number]) => `dooryard.${kind}-draft.`

/** The storage key of a draft; `of` identifies its owner and subject. */
export const buildDraftKey = (kind: (typeof kinds)[number], ...of: string[]) => getKeyPrefix(kind) + of.join('.')

/** Deletes all drafts of all users from this browser, because another user may use it next. */
export function deleteDrafts() {
  try {
    for (const storage of [localStorage, sessionStorage])
      for (const key of Object.keys(storage))
        if (kinds.some((kind) => key.startsWith(getKeyPrefix(kind)))) storage.removeItem(key)
  } catch {
    // Without storage there are no drafts.
  }
}
