/** The package's version, for `--version`, GTP and files; a test holds it equal to package.json's. */
export const VERSION = "0.1.0"
