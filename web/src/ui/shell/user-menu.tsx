import type { User } from '@dooryard/contract/users'
import { Button, Stack, Text, UnstyledButton } from '@mantine/core'
import { LogOut, ShieldCheck, UserRound } from 'lucide-react'
import { useId, useRef } from 'react'
import { titleCase } from '../../lib/format.ts'
import { nameOf } from '../../lib/names.ts'
import { useSession } from '../../lib/session.ts'
import { signOut } from '../../lib/sign-out.ts'
import { Avatar } from '../display/avatar.tsx'
import { LinkButton } from '../display/links.tsx'
import classes from './shell.module.css'

const item = {
  fullWidth: true,
  variant: 'subtle',
  color: 'gray',
  justify: 'flex-start',
  className: classes.item,
} as const

/** Who is signed in, what they can change of themselves, and the way out. The browser opens and closes it. */
export function UserMenu({ user }: { user: User }) {
  const id = useId()
  const menu = useRef<HTMLDivElement>(null)
  const close = () => menu.current?.hidePopover()
  const { afterImpersonationState } = useSession()
  return (
    <>
      <UnstyledButton display="grid" ml={4} bdrs="50%" popoverTarget={id}>
        <Avatar user={user} size={32} />
        <span className="visually-hidden">Account of {nameOf(user)}</span>
      </UnstyledButton>
      <div ref={menu} id={id} popover="auto" className={classes.userMenu}>
        <Stack gap={0} mb={4} px={12} pt={8} pb={12} fz="sm" lh="20px" c="dimmed" className={classes.identity}>
          <Text inherit c="var(--mantine-color-text)" fw={700}>
            {nameOf(user)}
          </Text>
          <span>{user.email}</span>
          <span>{user.companyName ?? titleCase(user.role)}</span>
        </Stack>
        <LinkButton {...item} to="/portal/settings/profile" leftSection={<UserRound size={16} />} onClick={close}>
          Profile
        </LinkButton>
        <LinkButton {...item} to="/portal/settings/account" leftSection={<ShieldCheck size={16} />} onClick={close}>
          Account
        </LinkButton>
        <Button {...item} leftSection={<LogOut size={16} aria-hidden="true" />} onClick={signOut}>
          {afterImpersonationState ? 'Stop acting and sign out' : 'Sign out'}
        </Button>
      </div>
    </>
  )
}
