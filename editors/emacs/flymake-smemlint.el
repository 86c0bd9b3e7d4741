;;; flymake-smemlint.el --- Flymake backend for smemlint  -*- lexical-binding: t -*-

;;; Commentary:
;; Works together with a server that eglot runs for the same buffer:
;;   (add-to-list 'auto-mode-alist '("\\.cuh?\\'" . c++-mode))
;;   (add-hook 'c++-mode-hook #'flymake-smemlint-setup)
;; Analyses the saved file; `smemlint lsp' analyses unsaved text.

;;; Code:
(require 'flymake)

(defcustom flymake-smemlint-command '("smemlint" "--color=never")
  "The program and its options."
  :type '(repeat string)
  :group 'flymake)

(defvar-local flymake-smemlint--process nil)

(defun flymake-smemlint--diagnostics (source)
  "Parse smemlint's output in the current buffer; return diagnostics of SOURCE, a buffer."
  (let ((name (file-name-nondirectory (buffer-file-name source)))
        (found nil))
    (goto-char (point-min))
    (while (re-search-forward
            (concat "^\\(?:.*/\\)?" (regexp-quote name)
                    ":\\([0-9]+\\):\\([0-9]+\\): \\(warning\\|error\\): \\(.*\\)$")
            nil t)
      (let* ((line (string-to-number (match-string 1)))
             (column (string-to-number (match-string 2)))
             (type (if (equal (match-string 3) "error") :error :warning))
             (text (match-string 4))
             (region (flymake-diag-region source line column)))
        (when region
          (push (flymake-make-diagnostic source (car region) (cdr region) type text) found))))
    (nreverse found)))

(defun flymake-smemlint (report-fn &rest _)
  "A Flymake backend: pass smemlint's diagnostics of the file to REPORT-FN."
  (when (process-live-p flymake-smemlint--process)
    (kill-process flymake-smemlint--process))
  (let ((source (current-buffer)))
    (setq flymake-smemlint--process
          (make-process
           :name "flymake-smemlint" :noquery t :connection-type 'pipe
           :buffer (generate-new-buffer " *flymake-smemlint*")
           :command (append flymake-smemlint-command (list (buffer-file-name source)))
           :sentinel
           (lambda (process _event)
             (when (memq (process-status process) '(exit signal))
               (unwind-protect
                   (when (and (buffer-live-p source)
                              (eq process (buffer-local-value 'flymake-smemlint--process source)))
                     (with-current-buffer (process-buffer process)
                       (funcall report-fn (flymake-smemlint--diagnostics source))))
                 (kill-buffer (process-buffer process)))))))))

(defun flymake-smemlint-setup ()
  "Add the backend in buffers that visit CUDA sources."
  (when (and buffer-file-name (string-match-p "\\.cuh?\\'" buffer-file-name))
    (add-hook 'flymake-diagnostic-functions #'flymake-smemlint nil t)
    (flymake-mode 1)))

(provide 'flymake-smemlint)
;;; flymake-smemlint.el ends here
