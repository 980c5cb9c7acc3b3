// Replaces VS Code's native log writer, which can't be installed without a compiler, so that logs reach their
// files and the Output view as on a desktop.
const { appendFileSync, mkdirSync } = require('node:fs');
const { dirname } = require('node:path');

const levels = ['trace', 'debug', 'info', 'warning', 'error', 'critical'];

/**
 * One log file. The writer's own levels: 0 trace to 5 critical, 6 off.
 *
 * @param {string} file
 */
function openLog(file) {
  mkdirSync(dirname(file), { recursive: true });
  let lowest = 2;
  let plain = false;
  const write = (/** @type {number} */ level) => (/** @type {string} */ text) => {
    if (level < lowest) return;
    const time = new Date().toISOString().replace('T', ' ').slice(0, -1);
    try {
      appendFileSync(file, plain ? text : `${time} [${levels[level]}] ${text}\n`);
    } catch {
      // At the end of a run, the folder may be gone before the server.
    }
  };
  const nothing = () => {};
  return {
    trace: write(0),
    debug: write(1),
    info: write(2),
    warn: write(3),
    error: write(4),
    critical: write(5),
    setLevel: (/** @type {number} */ level) => (lowest = level),
    getLevel: () => lowest,
    setPattern: nothing,
    clearFormatters: () => (plain = true),
    flush: nothing,
    drop: nothing,
  };
}

exports.version = 0;
exports.setLevel = () => {};
exports.setFlushOn = () => {};
/**
 * @param {string} _name
 * @param {string} file
 */
const create = (_name, file) => Promise.resolve(openLog(file));
exports.createRotatingLogger = create;
exports.createAsyncRotatingLogger = create;
