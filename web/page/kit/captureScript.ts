/** The script that records on a machine; loaded when it is asked for. */
export const captureScript = async () =>
  (await import('../../../capture/hitmap-capture.sh?raw')).default;
