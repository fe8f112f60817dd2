import type { User } from '@dooryard/contract/identity/users'
import { Button, Stack, Text, UnstyledButton } from '@mantine/core'
import { Keyboard, LogOut, ShieldCheck, UserRound } from 'lucide-react'
import { useId, useRef } from 'react'
import { toTitleCase } from '../../../lib/format/format.ts'
import { formatUserName } from '../../../lib/format/user-name.ts'
import { useSession } from '../../../lib/session/session.ts'
import { signOut } from '../../../lib/session/sign-out.ts'
import { Avatar } from '../../display/avatar.tsx'
import { LinkButton } from '../../display/links.tsx'
import classes from '../shell.module.css'
import { openShortcuts } from '../shortcuts/open-shortcuts.ts'

const item = {
  fullWidth: true,
  variant: 'subtle',
  color: 'gray',
  justify: 'flex-start',
  className: classes.item,
} as const

/** The signed-in user, links to their settings, and sign-out. The browser opens and closes it. */
export function UserMenu({ user }: { user: User }) {
  const id = useId()
  const menu = useRef<HTMLDivElement>(null)
  const close = () => menu.current?.hidePopover()
  const { afterImpersonationState } = useSession()
  return (
    <>
      <UnstyledButton display="grid" ml={4} bdrs="50%" popoverTarget={id}>
        <Avatar user={user} size={32} />
        <span className="visually-hidden">Account of {formatUserName(user)}</span>
      </UnstyledButton>
      <div ref={menu} id={id} popover="auto" className={classes.userMenu}>
        <Stack gap={0} mb={4} px={12} pt={8} pb={12} fz="sm" lh="20px" c="dimmed" className={classes.identity}>
          <Text inherit c="var(--mantine-color-text)" fw={700}>
            {formatUserName(user)}
          </Text>
          <span>{user.email}</span>
          <span>{user.companyName ?? toTitleCase(user.role)}</span>
        </Stack>
        <LinkButton {...item} to="/portal/settings/profile" leftSection={<UserRound size={16} />} onClick={close}>
          Profile
        </LinkButton>
        <LinkButton {...item} to="/portal/settings/account" leftSection={<ShieldCheck size={16} />} onClick={close}>
          Account
        </LinkButton>
        <Button
          {...item}
          leftSection={<Keyboard size={16} aria-hidden="true" />}
          onClick={() => {
            close()
            openShortcuts()
          }}
        >
          Keyboard shortcuts
        </Button>
        <Button {...item} leftSection={<LogOut size={16} aria-hidden="true" />} onClick={signOut}>
          {afterImpersonationState ? 'Stop impersonating and sign out' : 'Sign out'}
        </Button>
      </div>
    </>
  )
}
