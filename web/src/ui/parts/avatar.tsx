import type { User } from '@dooryard/contract/users'
import { useState } from 'react'
import classes from './avatar.module.css'

type AvatarProps = { user: Pick<User, 'firstName' | 'lastName' | 'profilePictureUrl'>; size: number }

/** Somebody's picture, or their initials where there is none; their name is said beside it. */
export function Avatar({ user: { firstName, lastName, profilePictureUrl }, size }: AvatarProps) {
  const [missing, setMissing] = useState<string>()
  const isShown = profilePictureUrl && profilePictureUrl !== missing
  return (
    <span
      className={classes.avatar}
      style={{ width: size, height: size, fontSize: Math.round(size * 0.38) }}
      aria-hidden="true"
    >
      {isShown ? (
        <img
          src={profilePictureUrl}
          alt=""
          width={size}
          height={size}
          // Removed on another device in the meantime.
          onError={() => setMissing(profilePictureUrl)}
        />
      ) : (
        <>
          {firstName.charAt(0)}
          {lastName.charAt(0)}
        </>
      )}
    </span>
  )
}
