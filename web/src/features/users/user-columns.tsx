import { roles } from '@dooryard/contract/roles'
import type { User } from '@dooryard/contract/users'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { formatDay, titleCase, unknown } from '../../lib/format.ts'
import { nameOf } from '../../lib/names.ts'
import { stateOf } from '../../lib/user-state.ts'
import { Avatar } from '../../ui/display/avatar.tsx'
import { Tag } from '../../ui/display/badges.tsx'
import { LinkButton } from '../../ui/display/links.tsx'
import { columnsOf } from '../../ui/table/columns.ts'
import { mayBeActedAs } from './user-rules.ts'
import classes from './users.module.css'

const column = columnsOf<User>()

type ColumnOptions = { adminId: string; onActAs: (user: User) => void }

/** The columns of the users. */
export const userColumns = ({ adminId, onActAs }: ColumnOptions) =>
  column.columns([
    column.accessor(nameOf, {
      id: 'name',
      header: 'Name',
      enableSorting: true,
      meta: { card: 'title', share: 22 },
      cell: ({ getValue, row: { original } }) => (
        <div className={classes.name}>
          <Avatar user={original} size={28} />
          <Link
            from="/portal/users/"
            to="/portal/users"
            search={(old) => ({ ...old, user: original.id })}
            resetScroll={false}
            data-row-link
          >
            {getValue()}
          </Link>
        </div>
      ),
    }),
    column.accessor('email', { header: 'Email', meta: { card: 'wide', share: 26 } }),
    column.accessor('companyName', {
      header: 'Company',
      meta: { share: 18 },
      cell: ({ getValue }) => getValue() || unknown,
    }),
    column.accessor('role', {
      header: 'Role',
      meta: {
        filter: {
          kind: 'selects',
          key: 'roles',
          label: 'Role',
          options: roles.map((value) => ({ value, label: titleCase(value) })),
        },
      },
      cell: ({ getValue }) => titleCase(getValue()),
    }),
    column.display({
      id: 'state',
      header: 'State',
      meta: { card: 'corner' },
      cell: ({ row: { original } }) => <Tag {...stateOf(original)} />,
    }),
    column.accessor('createdAt', {
      header: 'Created',
      enableSorting: true,
      meta: { align: 'right' },
      cell: ({ getValue }) => formatDay(getValue()),
    }),
    column.display({
      id: 'action',
      header: 'Action',
      meta: { card: 'action', width: 184 },
      cell: ({ row: { original } }) => (
        <div className={classes.rowActs}>
          <LinkButton
            size="compact-sm"
            variant="default"
            to="/portal/users/$id/statistics"
            params={{ id: original.id }}
            aria-label={`Statistics of ${nameOf(original)}`}
          >
            Statistics
          </LinkButton>
          {mayBeActedAs(original, adminId) && (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`Act as ${nameOf(original)}…`}
              onClick={() => onActAs(original)}
            >
              Act as…
            </Button>
          )}
        </div>
      ),
    }),
  ])
