import type { IssuedApiKey } from '@dooryard/contract/integrations/api-keys'
import { useState } from 'react'

/** Keys created on this page; they are available in full only here, until the page closes. */
export function useIssuedKeys() {
  const [keys, setKeys] = useState<IssuedApiKey[]>([])
  const [copiedIds, setCopiedIds] = useState<string[]>([])
  return {
    newest: keys[0],
    find: (id: string | undefined) => keys.find((key) => key.id === id),
    add: (key: IssuedApiKey) => setKeys((before) => [key, ...before]),
    /** Marks a key as copied, alone or in a snippet. */
    markCopied: (id: string) => setCopiedIds((before) => [...before, id]),
    hasUncopied: () => keys.some(({ id }) => !copiedIds.includes(id)),
  }
}
export type IssuedKeys = ReturnType<typeof useIssuedKeys>
