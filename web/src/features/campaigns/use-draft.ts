import { useState } from 'react'
import { randomId } from '../../lib/ids.ts'
import { type Draft, emptyDraft, loadDraft, saveDraft } from './draft.ts'

/** The draft of one user, saved at every change. */
export function useDraft(userId: string) {
  const [draft, setDraft] = useState(() => loadDraft(userId))
  const keep = (next: Draft) => {
    setDraft(next)
    saveDraft(userId, next)
  }
  return {
    draft,
    // A changed draft is another campaign to the server, so its key changes with it.
    change: (change: Partial<Draft>) => keep({ ...draft, ...change, key: randomId() }),
    discard: () => keep(emptyDraft()),
  }
}
