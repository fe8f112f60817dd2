import type { Coupon } from '@dooryard/contract/coupons'
import { Button } from '@mantine/core'
import { askFirst } from '../../ui/ask-first.ts'
import { toastDone } from '../../ui/toasts.ts'
import { useActivateCoupon, useArchiveCoupon } from './coupons.data.ts'
import classes from './coupons.module.css'

/** What can be done with a coupon that is not archived. */
export function CouponActions({ coupon, onEdit }: { coupon: Coupon; onEdit: (coupon: Coupon) => void }) {
  const activate = useActivateCoupon()
  const archive = useArchiveCoupon()
  const { id, code, isActive } = coupon
  const turn = () =>
    activate.mutate(
      { id, isActive: !isActive },
      { onSuccess: () => toastDone(isActive ? `${code} is stopped` : `${code} works again`) },
    )
  const ask = () =>
    askFirst({
      title: `Archive ${code}?`,
      children: 'It works no more, for good, and its code cannot be given again. Its redemptions stay.',
      labels: { confirm: `Archive ${code}`, cancel: 'Cancel' },
      confirmProps: { color: 'red' },
      onConfirm: () => archive.mutate(id, { onSuccess: () => toastDone(`${code} is archived`) }),
    })
  const shared = { variant: 'subtle', size: 'compact-sm' } as const
  return (
    <div className={classes.actions}>
      <Button {...shared} aria-label={`Edit ${code}`} onClick={() => onEdit(coupon)}>
        Edit
      </Button>
      <Button
        {...shared}
        aria-label={`${isActive ? 'Stop' : 'Start'} ${code}`}
        loading={activate.isPending}
        onClick={turn}
      >
        {isActive ? 'Stop' : 'Start'}
      </Button>
      <Button {...shared} color="red" aria-label={`Archive ${code}`} loading={archive.isPending} onClick={ask}>
        Archive
      </Button>
    </div>
  )
}
