import type { Claimed, Places } from './claim.queries.ts'

type Flight = {
  place: keyof Places | 'hanging'
  isLong: boolean
  isGivenUp: boolean
  controller: AbortController
  timer: NodeJS.Timeout
}

type Patience = {
  atOnce: Places
  /** So many posts can have given up their places at once; those beyond keep theirs. */
  mostHanging: number
  /** Until a post under way is taken for one that hangs, and until it is given up. */
  hungMs: number
  timeoutMs: number
}

/**
 * What this process is sending. Webhooks that are known to hang have places of their own, and a post that takes long gives
 * up its place among the quick, and takes none of theirs: however many endpoints hang, there is soon room for all others.
 */
export function openFlights({ atOnce, mostHanging, hungMs, timeoutMs }: Patience, whenRoom: () => void) {
  const flights = new Map<string, Flight>()
  const taken = { quick: 0, slow: 0, hanging: 0 }

  const becomeLong = (flight: Flight) => {
    flight.timer = setTimeout(() => flight.controller.abort(), timeoutMs - hungMs)
    flight.isLong = true
    if (flight.place === 'slow' || taken.hanging >= mostHanging) return
    taken[flight.place] -= 1
    flight.place = 'hanging'
    taken.hanging += 1
    whenRoom()
  }
  return {
    room: (): Places => ({ quick: atOnce.quick - taken.quick, slow: atOnce.slow - taken.slow }),
    begin: ({ lease, id, isSlow }: Claimed): AbortSignal => {
      const controller = new AbortController()
      const flight: Flight = {
        ...{ place: isSlow ? 'slow' : 'quick', isLong: false, isGivenUp: false, controller },
        timer: setTimeout(() => becomeLong(flight), hungMs),
      }
      flights.set(lease + id, flight)
      taken[flight.place] += 1
      return controller.signal
    },
    land: ({ lease, id }: Claimed): Pick<Flight, 'isLong' | 'isGivenUp'> => {
      const flight = flights.get(lease + id)
      if (!flight) throw new Error(`attempt ${id} was not under way`)
      clearTimeout(flight.timer)
      flights.delete(lease + id)
      taken[flight.place] -= 1
      return flight
    },
    giveUp: () => {
      for (const flight of flights.values()) {
        flight.isGivenUp = true
        flight.controller.abort()
      }
    },
  }
}
