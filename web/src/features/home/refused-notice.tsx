import type { Role } from '@dooryard/contract/api/roles'
import { Box } from '@mantine/core'
import { formatList } from '../../lib/format/format-list.ts'
import { getScreenAccess } from '../../lib/navigation/screen-access.ts'
import { Notice } from '../../ui/feedback/notice.tsx'

const accountsByRole: Record<Role, string> = {
  CONSUMER_USER: 'consumer accounts',
  ENTERPRISE_USER: 'enterprise accounts',
  SUPER_ADMIN: 'administrators',
  AFFILIATE_USER: 'affiliates',
}

/** Says why a user was sent home from another screen. */
export function RefusedNotice({ path }: { path: string }) {
  const access = getScreenAccess(path)
  if (!Array.isArray(access)) return null
  return (
    <Box mb="md">
      <Notice tone="warn">
        Only{' '}
        {formatList(
          access.map((role: Role) => accountsByRole[role]),
          'and',
        )}{' '}
        can open that page.
      </Notice>
    </Box>
  )
}
