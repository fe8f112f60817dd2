import { createFileRoute } from '@tanstack/react-router'
import { OffersScreen } from '../../features/offers/offers-screen.tsx'

export const Route = createFileRoute('/portal/plans')({ component: OffersScreen })
