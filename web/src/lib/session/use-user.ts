import { useRouteContext } from '@tanstack/react-router'
import { useSession } from './session.ts'

/** The user admitted by the portal's route guard, as last updated. */
export function useUser() {
  const admitted = useRouteContext({ from: '/portal', select: ({ user }) => user })
  const { user } = useSession()
  // While the next user is signing in, the screen still belongs to the previous one.
  return user?.id === admitted.id ? user : admitted
}
