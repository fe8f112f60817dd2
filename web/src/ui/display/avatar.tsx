import type { User } from '@dooryard/contract/identity/users'
import { Box } from '@mantine/core'
import { useState } from 'react'

type AvatarProps = { user: Pick<User, 'firstName' | 'lastName' | 'profilePictureUrl'>; size: number }

/** The user's picture, or their initials without one that loads. The name is always shown next to it. */
export function Avatar({ user: { firstName, lastName, profilePictureUrl: url }, size }: AvatarProps) {
  const [failedUrl, setFailedUrl] = useState<string>()
  return (
    <Box
      component="span"
      display="grid"
      w={size}
      h={size}
      fz={Math.round(size * 0.38)}
      fw={600}
      lh={1}
      tt="uppercase"
      bdrs="50%"
      bg="var(--mantine-color-brand-light)"
      c="var(--mantine-color-brand-light-color)"
      style={{ flex: 'none', placeItems: 'center', overflow: 'hidden', userSelect: 'none' }}
      aria-hidden="true"
    >
      {url && url !== failedUrl ? (
        <Box
          component="img"
          src={url}
          alt=""
          w={size}
          h={size}
          style={{ objectFit: 'cover' }}
          onError={() => setFailedUrl(url)}
        />
      ) : (
        <span>
          {firstName.charAt(0)}
          {lastName.charAt(0)}
        </span>
      )}
    </Box>
  )
}
