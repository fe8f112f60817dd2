import { withStepUp } from '../session/step-up.ts'
import { withAuthorization } from '../session/with-authorization.ts'

/** Makes a call as the signed-in user, who is asked to confirm who they are if the call needs that. */
export const callAsUser = <Answer>(request: (authorization: string) => Promise<Answer>): Promise<Answer> =>
  withStepUp(() => withAuthorization(request))
