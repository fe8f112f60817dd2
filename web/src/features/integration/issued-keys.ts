import type { IssuedApiKey } from '@dooryard/contract/api-keys'
import { useState } from 'react'

/** The keys that were made on this page: nothing else has them in full, and they end with it. */
export function useIssuedKeys() {
  const [keys, setKeys] = useState<IssuedApiKey[]>([])
  const [taken, setTaken] = useState<string[]>([])
  return {
    newest: keys[0],
    find: (id: string | undefined) => keys.find((key) => key.id === id),
    add: (key: IssuedApiKey) => setKeys((before) => [key, ...before]),
    /** It was copied, alone or in a snippet. */
    take: (id: string) => setTaken((before) => [...before, id]),
    isAnyLeft: () => keys.some(({ id }) => !taken.includes(id)),
  }
}
export type IssuedKeys = ReturnType<typeof useIssuedKeys>
