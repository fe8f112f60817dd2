import type { User } from '@dooryard/contract/auth'
import { Button, Popover, UnstyledButton } from '@mantine/core'
import { LogOut } from 'lucide-react'
import { titleCase } from '../../lib/format.ts'
import { signOut } from '../../lib/sign-out.ts'
import classes from './shell.module.css'

/** Who is signed in, and the way out. */
export function UserMenu({ user }: { user: User }) {
  const name = `${user.firstName} ${user.lastName}`
  return (
    <Popover position="bottom-end" width={240} shadow="md" trapFocus returnFocus transitionProps={{ duration: 100 }}>
      <Popover.Target>
        <UnstyledButton className={classes.avatar}>
          <span aria-hidden="true">
            {user.firstName.charAt(0)}
            {user.lastName.charAt(0)}
          </span>
          <span className="visually-hidden">Account of {name}</span>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown p={4}>
        <div className={classes.identity}>
          <strong>{name}</strong>
          <span>{user.email}</span>
          <span>{user.companyName ?? titleCase(user.role)}</span>
        </div>
        <Button
          fullWidth
          variant="subtle"
          color="gray"
          justify="flex-start"
          className={classes.leave}
          leftSection={<LogOut size={16} aria-hidden="true" />}
          onClick={signOut}
        >
          Sign out
        </Button>
      </Popover.Dropdown>
    </Popover>
  )
}
