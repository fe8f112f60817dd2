import type { Role } from '@dooryard/contract/roles'
import { redirect } from '@tanstack/react-router'
import { mayEnter, portalHome } from './landing.ts'
import { session } from './session.ts'

/** Lets the roles in, and sends others to the portal home. A convenience of the screens: the server decides anyway. */
export const admit =
  (...roles: Role[]) =>
  () => {
    if (!mayEnter(session.get().user?.role, roles)) throw redirect({ to: portalHome, replace: true })
  }
