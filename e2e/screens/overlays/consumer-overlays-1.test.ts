import { testOverlays } from '../screens.ts'

testOverlays(['consumer'], { part: 1, of: 2 })
