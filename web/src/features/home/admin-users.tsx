import type { Overview } from '@dooryard/contract/overview'
import { Skeleton } from '@mantine/core'
import { formatNumber, titleCase } from '../../lib/format.ts'
import { Facts } from '../../ui/display/facts.tsx'
import { LinkButton } from '../../ui/display/links.tsx'
import { Panel } from '../../ui/display/panel.tsx'

/** Who has an account. */
export function Accounts({ users }: { users: Overview['users'] | undefined }) {
  return (
    <Panel
      title="Users"
      aside={
        <LinkButton to="/portal/users" size="xs" variant="default">
          Open Users
        </LinkButton>
      }
    >
      {users ? (
        <Facts
          figures
          facts={[
            { label: 'Accounts', value: formatNumber(users.total) },
            ...users.byRole.map(({ role, count }) => ({ label: titleCase(role), value: formatNumber(count) })),
          ]}
        />
      ) : (
        <Skeleton height={132} />
      )}
    </Panel>
  )
}
