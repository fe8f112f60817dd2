import { useRouteContext } from '@tanstack/react-router'
import { useSession } from './session.ts'

/** The user whom the portal's guard let in, as last heard of. */
export function useUser() {
  const admitted = useRouteContext({ from: '/portal', select: ({ user }) => user })
  const { user } = useSession()
  // While the next user is on the way in, the screen is still the former one's.
  return user?.id === admitted.id ? user : admitted
}
