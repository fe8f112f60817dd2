import { type SignedIn, User } from '@dooryard/contract/auth'
import { CreditSetting } from '@dooryard/contract/credits'
import { useSyncExternalStore } from 'react'
import { z } from 'zod'

/** What the browser keeps of a sign-in, in local storage, so that tabs agree and a reload changes nothing. */
const Session = z.object({
  user: User.nullable(),
  isAuthenticated: z.boolean(),
  accessToken: z.string().nullable(),
  refreshToken: z.string().nullable(),
  creditSettings: z.array(CreditSetting).nullable(),
  afterImpersonationState: z.null(),
})
type Session = z.infer<typeof Session>

/** Why a session ended: the user asked, or the server no longer takes it. */
type Ending = 'asked' | 'expired'

const storageKey = 'dooryard.session'

const signedOut: Session = {
  user: null,
  isAuthenticated: false,
  accessToken: null,
  refreshToken: null,
  creditSettings: null,
  afterImpersonationState: null,
}

/** What the browser keeps; undefined where it keeps nothing, because storage is switched off. */
function stored(): Session | undefined {
  try {
    const parsed = Session.safeParse(JSON.parse(localStorage.getItem(storageKey) ?? 'null'))
    return parsed.success ? parsed.data : signedOut
  } catch (error) {
    return error instanceof SyntaxError ? signedOut : undefined
  }
}

let current = stored() ?? signedOut
const watchers = new Set<() => void>()
const endings = new Set<(ending: Ending) => void>()

function replace(next: Session) {
  current = next
  for (const watcher of watchers) watcher()
}

function save(next: Session) {
  try {
    localStorage.setItem(storageKey, JSON.stringify(next))
  } catch {
    // Without storage the session lives as long as the tab.
  }
  replace(next)
}

function announceEnd(ending: Ending) {
  for (const listener of endings) listener(ending)
}

window.addEventListener('storage', ({ key }) => {
  if (key !== storageKey && key !== null) return
  const before = current
  replace(stored() ?? current)
  // Another tab signed out, or signed somebody else in: what this tab shows is no longer theirs to see.
  if (before.isAuthenticated && before.user?.id !== current.user?.id) announceEnd('expired')
})

const subscribe = (watcher: () => void) => {
  watchers.add(watcher)
  return () => {
    watchers.delete(watcher)
  }
}

export const session = {
  get: () => current,
  /** Takes over what another tab may have written since. */
  reload: () => replace(stored() ?? current),
  start: ({ user, accessToken, refreshToken, creditSettings }: SignedIn) =>
    save({ ...signedOut, user, accessToken, refreshToken, creditSettings, isAuthenticated: true }),
  /** Changes a part, upon what another tab may have written a moment ago: a token replaced there must not come back. */
  update: (change: Partial<Session>) => save({ ...(stored() ?? current), ...change }),
  end: (ending: Ending) => {
    if (!current.isAuthenticated) return
    save(signedOut)
    announceEnd(ending)
  },
  onEnd: (listener: (ending: Ending) => void) => endings.add(listener),
}

/** The session, kept current in a component. */
export const useSession = () => useSyncExternalStore(subscribe, session.get)
