import { testOverlays } from '../screens.ts'

testOverlays(['consumer'])
