import { useSession } from './session.ts'

export const useIsActing = () => useSession().afterImpersonationState !== null
