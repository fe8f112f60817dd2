import type { Context } from '../../platform/context.ts'
import { turnstile } from '../../platform/turnstile.ts'

const busy = 'Several of your searches are being counted. Please try again in a moment.'
const lanes = { size: 1, heavy: 0, waiting: 16 }
const seconds = 20

type Turns = { turns: ReturnType<typeof turnstile>; users: number }

const turnsByUser = new Map<string, Turns>()

/** One count of a user at a time, in the order they were asked for: whoever asks for many holds up nobody else. */
export async function countInTurn<T>(
  { actor, signal }: { actor: Pick<Context['actor'], 'userId'>; signal?: AbortSignal | undefined },
  count: () => Promise<T>,
): Promise<T> {
  const mine = turnsByUser.get(actor.userId) ?? { turns: turnstile(lanes, busy), users: 0 }
  turnsByUser.set(actor.userId, mine)
  mine.users += 1
  try {
    return await mine.turns.pass({ signal, seconds }, count)
  } finally {
    mine.users -= 1
    if (mine.users === 0) turnsByUser.delete(actor.userId)
  }
}
