import { createFileRoute } from '@tanstack/react-router'
import { RevenueScreen } from '../../features/revenue/revenue-screen.tsx'

export const Route = createFileRoute('/portal/revenue')({ component: RevenueScreen })
