import { useRouteContext } from '@tanstack/react-router'

/** The user whom the portal's guard let in. */
export const useUser = () => useRouteContext({ from: '/portal', select: ({ user }) => user })
