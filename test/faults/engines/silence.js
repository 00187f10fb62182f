// Never answers `genmove`; with the argument `always` it never answers anything.

import { serve, SILENT } from "./sound.js"

const isMute = process.argv[2] === "always"

serve({ genmove: () => SILENT, ...(isMute ? { name: () => SILENT } : {}) })
