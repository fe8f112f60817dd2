import type { BillingInfo } from '@dooryard/contract/billing'
import { nameOf } from '../../lib/names.ts'
import { useUser } from '../../lib/use-user.ts'
import { Notice } from '../../ui/display/panel.tsx'
import { useMoney } from './use-money.ts'

/** Why nothing can be paid for at the moment, where that is so. */
export function MoneyNotices({ info }: { info: BillingInfo }) {
  const user = useUser()
  const { isActing, isOff } = useMoney(info)
  if (isOff) {
    return (
      <Notice tone="info">
        Payments are switched off on this server, so nothing can be bought or changed here. The credits you have can be
        spent as ever.
      </Notice>
    )
  }
  if (!isActing) return null
  return (
    <Notice tone="warn">
      You are acting as {nameOf(user)}. Their plan, their card and their purchases are theirs alone to change.
    </Notice>
  )
}
