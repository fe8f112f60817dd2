import { AccountEvent, balances } from '@dooryard/contract/billing/credits'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { currentUserQuery } from '../session/current-user-query.ts'
import { session } from '../session/session.ts'
import type { StreamState } from './event-stream.ts'
import { shareStream } from './share-stream.ts'
import { watchEndpoint } from './watch-endpoint.ts'

let state: StreamState = 'connecting'
let reconnect = () => {}
const subscribers = new Set<() => void>()

function setState(next: StreamState) {
  state = next
  for (const subscriber of subscribers) subscriber()
}

const subscribe = (subscriber: () => void) => {
  subscribers.add(subscriber)
  return () => {
    subscribers.delete(subscriber)
  }
}

export const useBalanceStream = () => ({
  state: useSyncExternalStore(subscribe, () => state),
  again: () => reconnect(),
})

/** Keeps the balance and the number of unread notifications current in all tabs while the portal is open. */
export function useLiveBalance() {
  const cache = useQueryClient()
  useEffect(() => {
    const { queryKey } = currentUserQuery()
    const stream = shareStream({
      name: `dooryard.balance ${session.identity()}`,
      schema: AccountEvent,
      open: (handlers) => watchEndpoint(balances.watch, {}, handlers),
      onState: setState,
      onEvent: ({ unreadNotifications, ...balance }) => {
        cache.setQueryData(queryKey, (known) => known && { ...known, balance, unreadNotifications })
        // A response still in flight may be older than the event.
        if (cache.isFetching({ queryKey }) > 0) void cache.invalidateQueries({ queryKey })
      },
    })
    reconnect = stream.again
    return stream.close
  }, [cache])
}
