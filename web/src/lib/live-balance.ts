import { Balance, balances } from '@dooryard/contract/credits'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import type { StreamState } from './event-stream.ts'
import { me } from './me.ts'
import { session } from './session.ts'
import { shareStream } from './share-stream.ts'
import { watch } from './watch.ts'

let state: StreamState = 'connecting'
let again = () => {}
const watchers = new Set<() => void>()

function setState(next: StreamState) {
  state = next
  for (const watcher of watchers) watcher()
}

const subscribe = (watcher: () => void) => {
  watchers.add(watcher)
  return () => {
    watchers.delete(watcher)
  }
}

export const useBalanceStream = () => ({
  state: useSyncExternalStore(subscribe, () => state),
  again: () => again(),
})

/** Keeps the balance current while the portal is open, here and in every other tab. */
export function useLiveBalance() {
  const cache = useQueryClient()
  useEffect(() => {
    const { queryKey } = me()
    const stream = shareStream({
      name: `dooryard.balance ${session.identity()}`,
      schema: Balance,
      open: (hearing) => watch(balances.watch, {}, hearing),
      onState: setState,
      onEvent: (balance) => {
        cache.setQueryData(queryKey, (known) => known && { ...known, balance })
        // An answer that is on its way may be older than the event.
        if (cache.isFetching({ queryKey }) > 0) void cache.invalidateQueries({ queryKey })
      },
    })
    again = stream.again
    return stream.close
  }, [cache])
}
