import { LinkButton } from '../../ui/display/links.tsx'
import { createHash } from '../../ui/hooks/use-open-by-hash.ts'

/** The next step of an administrator whose users have done nothing yet. */
export const inviteLink = (
  <LinkButton to="/portal/users" hash={createHash} variant="default">
    Invite a user
  </LinkButton>
)
