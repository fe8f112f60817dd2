import { useSession } from './session.ts'

/** Whether an administrator acts as the user. */
export const useIsActing = () => useSession().afterImpersonationState !== null
