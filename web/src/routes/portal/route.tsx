import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Outlet } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { PersonToConnect } from '../../features/auth/external/person-to-connect.tsx'
import { createNotAuthenticatedError } from '../../lib/api/errors.ts'
import { useInvalidate } from '../../lib/api/use-endpoint-mutation.ts'
import { currentUserQuery } from '../../lib/session/current-user-query.ts'
import { session, useSession } from '../../lib/session/session.ts'
import { useUser } from '../../lib/session/use-user.ts'
import { ErrorScreen } from '../../ui/feedback/error-screen.tsx'
import { LoadingOverlay } from '../../ui/feedback/loading-overlay.tsx'
import { ScreenNotFound } from '../../ui/feedback/not-found-screen.tsx'
import { Portal } from '../../ui/shell/portal.tsx'
import { TooltipLayer } from '../../ui/shell/tooltips/tooltip-layer.tsx'

const RequiredSetUpScreen = lazy(async () => ({
  default: (await import('../../features/settings/two-step/required-set-up-screen.tsx')).RequiredSetUpScreen,
}))

export const Route = createFileRoute('/portal')({
  beforeLoad: () => {
    const { user } = session.get()
    if (!user) throw createNotAuthenticatedError() // the root route's guard requires a signed-in user
    return { user }
  },
  component: function PortalRoute() {
    const user = useUser()
    const { data: me } = useQuery(currentUserQuery())
    const refreshAll = useInvalidate('all')
    const [settingUpId, setSettingUpId] = useState<string>()
    // Sends no requests for a screen that is about to be left after a change of user.
    if (useSession().user?.id !== user.id) return <LoadingOverlay />
    const mustSetUp = me?.mustSetUpSecondFactor === true && me.user.id === user.id
    // Until the user has saved the recovery codes, which appear when the factor is set up already.
    if (mustSetUp && settingUpId !== user.id) setSettingUpId(user.id)
    if (settingUpId === user.id)
      return (
        <Suspense fallback={<LoadingOverlay />}>
          <RequiredSetUpScreen
            email={user.email}
            onDone={() => void refreshAll().then(() => setSettingUpId(undefined))}
          />
          <TooltipLayer />
        </Suspense>
      )
    return (
      // One user's input and open dialogs must not be visible to the next.
      <Portal key={user.id} user={user}>
        <Outlet />
        <PersonToConnect />
        <TooltipLayer />
      </Portal>
    )
  },
  pendingComponent: LoadingOverlay,
  notFoundComponent: ScreenNotFound,
  errorComponent: ErrorScreen,
})
