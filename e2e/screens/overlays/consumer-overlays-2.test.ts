import { testOverlays } from '../screens.ts'

testOverlays(['consumer'], { part: 2, of: 2 })
