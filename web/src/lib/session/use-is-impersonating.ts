import { useSession } from './session.ts'

export const useIsImpersonating = () => useSession().afterImpersonationState !== null
