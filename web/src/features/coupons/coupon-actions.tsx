import type { Coupon } from '@dooryard/contract/coupons'
import { Button } from '@mantine/core'
import { askFirst } from '../../ui/shell/confirmations.tsx'
import { toastDone } from '../../ui/toasts/toasts.ts'
import { actWords } from './coupon-effect.ts'
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
  const verb = isActive ? 'Stop' : 'Start'
  const askToTurn = () =>
    askFirst({
      title: `${verb} ${code}?`,
      children: actWords(isActive ? 'stop' : 'start', coupon),
      labels: { confirm: `${verb} ${code}`, cancel: 'Cancel' },
      onConfirm: turn,
    })
  const ask = () =>
    askFirst({
      title: `Archive ${code}?`,
      children: actWords('archive', coupon),
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
      <Button {...shared} aria-label={`${verb} ${code}`} loading={activate.isPending} onClick={askToTurn}>
        {verb}
      </Button>
      <Button {...shared} color="red" aria-label={`Archive ${code}`} loading={archive.isPending} onClick={ask}>
        Archive
      </Button>
    </div>
  )
}
