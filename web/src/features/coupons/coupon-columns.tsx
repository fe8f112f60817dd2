import { type Coupon, couponStates, coupons } from '@dooryard/contract/coupons'
import { Button, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { giftOf } from '../../lib/coupon-gift.ts'
import { couponStateLabels, stateOf, windowOf } from '../../lib/coupon-state.ts'
import { unknown } from '../../lib/format.ts'
import { useCall } from '../../lib/use-call.ts'
import { Tag } from '../../ui/display/badges.tsx'
import { TwoLines } from '../../ui/display/facts.tsx'
import { askFirst } from '../../ui/shell/confirmations.tsx'
import { defineColumns } from '../../ui/table/columns.ts'
import { toastDone } from '../../ui/toasts/toasts.ts'
import { describeAct } from './coupon-effect.ts'
import { formatRedemptions, formatUsesLeft, targetLabels } from './coupon-labels.ts'
import classes from './coupons.module.css'

const updatesList = { refreshes: [coupons.list], awaitsRefresh: true }

/** What can be done with a coupon that is not archived. */
function CouponActions({ coupon, onEdit }: { coupon: Coupon; onEdit: (coupon: Coupon) => void }) {
  const activate = useCall(coupons.activate, updatesList)
  const archive = useCall(coupons.archive, updatesList)
  const { id, code, isActive } = coupon
  const params = { id }
  const verb = isActive ? 'Stop' : 'Start'
  const askToTurn = () =>
    askFirst({
      title: `${verb} ${code}?`,
      children: describeAct(isActive ? 'stop' : 'start', coupon),
      labels: { confirm: `${verb} ${code}`, cancel: 'Cancel' },
      onConfirm: () =>
        activate.mutate(
          { params, body: { isActive: !isActive } },
          { onSuccess: () => toastDone(isActive ? `${code} is stopped` : `${code} works again`) },
        ),
    })
  const askToArchive = () =>
    askFirst({
      title: `Archive ${code}?`,
      children: describeAct('archive', coupon),
      labels: { confirm: `Archive ${code}`, cancel: 'Cancel' },
      confirmProps: { color: 'red' },
      onConfirm: () => archive.mutate({ params }, { onSuccess: () => toastDone(`${code} is archived`) }),
    })
  const action = (name: string) => ({
    variant: 'subtle',
    size: 'compact-sm',
    'aria-label': `${name} ${code}`,
    children: name,
  })
  return (
    <Group gap={2} wrap="nowrap">
      <Button {...action('Edit')} onClick={() => onEdit(coupon)} />
      <Button {...action(verb)} loading={activate.isPending} onClick={askToTurn} />
      <Button {...action('Archive')} color="red" loading={archive.isPending} onClick={askToArchive} />
    </Group>
  )
}

/** The columns of the coupons. */
export const couponColumns = (onEdit: (coupon: Coupon) => void) =>
  defineColumns<Coupon>([
    {
      id: 'code',
      header: 'Code',
      card: 'title',
      share: 22,
      cell: ({ id, code }) => (
        <Link
          from="/portal/coupons"
          to="/portal/coupons"
          search={(old) => ({ ...old, coupon: id })}
          resetScroll={false}
          className={classes.code}
          data-row-link
        >
          {code}
        </Link>
      ),
    },
    {
      id: 'gift',
      header: 'Gives',
      card: 'wide',
      cell: (coupon) => <TwoLines first={giftOf(coupon)} second={targetLabels[coupon.appliesTo]} />,
    },
    { id: 'window', header: 'Works', share: 24, cell: windowOf },
    { id: 'affiliateEmail', header: 'Affiliate', share: 20, cell: ({ affiliateEmail }) => affiliateEmail ?? unknown },
    {
      id: 'redeemed',
      header: 'Redeemed',
      align: 'right',
      cell: (coupon) => <TwoLines first={formatRedemptions(coupon)} second={formatUsesLeft(coupon)} />,
    },
    {
      id: 'state',
      header: 'State',
      card: 'corner',
      filter: {
        kind: 'select',
        key: 'state',
        label: 'State',
        options: couponStates.map((value) => ({ value, label: couponStateLabels[value] })),
      },
      cell: (coupon) => <Tag {...stateOf(coupon)} />,
    },
    {
      id: 'action',
      header: 'Action',
      card: 'action',
      width: 190,
      cell: (coupon) => !coupon.archivedAt && <CouponActions coupon={coupon} onEdit={onEdit} />,
    },
  ])
