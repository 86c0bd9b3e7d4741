"""What rules for CUDA have in common, without a compiler: sources, and for those that depend on it a context to compile in."""

def _impl(ctx):
    own = cc_common.create_compilation_context(
        headers = depset(ctx.files.hdrs),
        defines = depset(ctx.attr.defines),
        includes = depset(ctx.attr.includes),
        quote_includes = depset(["."]),
    )
    others = [other[CcInfo] for other in ctx.attr.deps]
    return [
        DefaultInfo(files = depset(ctx.files.srcs)),
        cc_common.merge_cc_infos(cc_infos = [CcInfo(compilation_context = own)] + others),
    ]

cuda_library = rule(_impl, attrs = {
    "srcs": attr.label_list(allow_files = True),
    "hdrs": attr.label_list(allow_files = True),
    "deps": attr.label_list(providers = [CcInfo]),
    "includes": attr.string_list(),
    "defines": attr.string_list(),
    "local_defines": attr.string_list(),
    "copts": attr.string_list(),
})
