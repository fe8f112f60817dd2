import '@mantine/core/styles/Avatar.layer.css'
import type { User } from '@dooryard/contract/identity/users'
import { Avatar as Picture } from '@mantine/core'

type AvatarProps = { user: Pick<User, 'firstName' | 'lastName' | 'profilePictureUrl'>; size: number }

/** The user's picture, or their initials. The name is always shown next to it. */
export const Avatar = ({ user: { firstName, lastName, profilePictureUrl }, size }: AvatarProps) => (
  <Picture
    src={profilePictureUrl}
    alt=""
    size={size}
    variant="light"
    color="brand"
    aria-hidden="true"
    styles={{
      placeholder: { border: 0, fontSize: Math.round(size * 0.38), fontWeight: 600, textTransform: 'uppercase' },
    }}
  >
    {firstName.charAt(0)}
    {lastName.charAt(0)}
  </Picture>
)
